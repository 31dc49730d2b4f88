// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Form of an answer: an exit status only, or printed text.
enum AnswerForm {
    /// The buttons are Yes and No: nothing is printed, and the exit status is the answer.
    case yesOrNo
    /// The chosen action or typed text is printed; the exit status is 0 unless `--map` sets it.
    case printed

    /// Returns the exit status of a chosen action that `--map` doesn't name.
    func status(of action: String) -> ExitStatus {
        switch self {
        case .yesOrNo: action == YesOrNo.no ? .no : .done
        case .printed: .done
        }
    }
}
