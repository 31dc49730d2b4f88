;;; question.el --- asks a question by Belfry  -*- lexical-binding: t -*-
;; SPDX-FileCopyrightText: The Belfry authors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:
;; Asks a question in one second, and prints the identifier of the button that was pressed:
;;     emacs --batch --load question.el

;;; Code:
(require 'dbus)

(defvar question-answer nil "The identifier of the button that was pressed.")

(defun question-call (method &rest arguments)
  "Call METHOD of the agent with ARGUMENTS; a refusal is an error with its sentence."
  (apply #'dbus-call-method :session "org.belfry.Agent" "/org/belfry/Agent"
         "org.belfry.NotificationCenter1" method "example-elisp" arguments))

(defun question-button (identifier title)
  "Return the dictionary of a button with IDENTIFIER and TITLE."
  `(:array (:dict-entry "identifier" (:variant ,identifier))
           (:dict-entry "title" (:variant ,title))))

;; The function's return is the acknowledgement: after an error the agent would keep the
;; response, and deliver it again later.
(dbus-register-method
 :session dbus-service-emacs "/org/belfry/NotificationDelegate"
 "org.belfry.NotificationDelegate1" "DidReceive"
 (lambda (response)
   (setq question-answer (caar (alist-get "actionIdentifier" response nil nil #'equal)))
   :ignore))

;; From here on the agent delivers the application's responses to this connection.
(question-call "Attach" '(:array :signature "{sv}"))
(question-call "Add"
               `(:array
                 (:dict-entry "identifier" (:variant "backup"))
                 (:dict-entry "title" (:variant "Back up?"))
                 (:dict-entry "trigger" (:variant (:array (:dict-entry "in" (:variant "1s")))))
                 (:dict-entry "actions" (:variant (:array ,(question-button "yes" "Yes")
                                                          ,(question-button "no" "No"))))))

(while (not question-answer) (read-event nil nil 0.1))
(princ (concat question-answer "\n"))

(provide 'question)
;;; question.el ends here
