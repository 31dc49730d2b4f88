// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How a question is answered: by an exit status alone, or by what is printed.
enum AnswerForm {
    /// The buttons are Yes and No: nothing is printed, and the exit status is the answer.
    case yesOrNo
    /// What was chosen or typed is printed, and the exit status is 0 but for `--map`.
    case printed

    /// The exit status of a chosen action, where `--map` has none.
    func status(of action: String) -> ExitStatus {
        switch self {
        case .yesOrNo: action == YesOrNo.no ? .no : .done
        case .printed: .done
        }
    }
}
