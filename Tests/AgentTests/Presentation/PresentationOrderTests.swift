// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopPresentation

/// Orders of events that once broke a promise, each as short as the model test could make it.
@Suite struct PresentationOrderTests {
    @Test(
        arguments: [
            // Removed while the backlog was being read: it was sent all the same.
            [.init(.serverArrives), .init(.fire), .init(.remove)],
            // Removed before it had taken the place of an older one, which stayed on the screen.
            [
                .init(.serverArrives), .init(.deliver), .init(.deliver), .init(.fire), .init(.deliver), .init(.deliver),
                .init(.deliver), .init(.serve), .init(.deliver), .init(.edit), .init(.remove),
            ],
            // Redrawn behind a newer one that took its place: the newer one was lost.
            [
                .init(.fire), .init(.serverArrives), .init(.deliver), .init(.deliver), .init(.deliver), .init(.deliver),
                .init(.deliver), .init(.deliver), .init(.serve), .init(.deliver), .init(.edit), .init(.lock),
            ],
            // Refused when a newer one had replaced it, and sent again: it took the newer one's place.
            [
                .init(.fire), .init(.serverArrives), .init(.deliver), .init(.deliver), .init(.deliver), .init(.deliver),
                .init(.deliver), .init(.deliver), .init(.serve), .init(.deliver), .init(.edit), .init(.deliver),
                .init(.deliver), .init(.edit), .init(.deliver), .init(.refuse),
            ],
            // A redraw that the server refused left the words on the screen.
            [
                .init(.serverArrives), .init(.deliver), .init(.deliver), .init(.fire), .init(.fire), .init(.deliver),
                .init(.deliver), .init(.serve), .init(.deliver, 1), .init(.lock), .init(.deliver, 2),
                .init(.deliver, 2),
                .init(.refuse, 1),
            ],
            // A press on what an earlier agent had shown was taken for one on its successor.
            [
                .init(.fire), .init(.serverArrives), .init(.deliver), .init(.deliver), .init(.deliver), .init(.deliver),
                .init(.serve), .init(.deliver), .init(.deliver), .init(.agentRestarts), .init(.press), .init(.edit),
            ],
            // Removed while it was drawn anew, which the server refused: the words stayed on the screen.
            PresentationMove.order(
                "serverArrives deliver deliver fire deliver deliver deliver serve deliver lock deliver:1 deliver:1 refuse"
                    + " remove"),
            // A newer one was refused the number of the older, which was over, and stayed on the screen.
            PresentationMove.order(
                "serverArrives deliver deliver fire deliver deliver serve deliver deliver edit deliver deliver refuse:1"
            ),
            // Two prepared at once on a screen that had room for one.
            [
                .init(.serverArrives, 1), .init(.fire, 8), .init(.agentRestarts), .init(.fire), .init(.edit, 20),
            ],
            // Removed while the store returned what had waited for words, or for an unlocked session: it was sent all the same.
            PresentationMove.order(
                "fire:2 serverArrives deliver deliver deliver deliver fire serve deliver deliver press deliver:1 deliver:1"
                    + " deliver:1 remove"),
            PresentationMove.order(
                "serverArrives fire:3 deliver deliver deliver lock deliver:1 serve deliver:1 press tick:5 remove"),
            // Replaced while the store returned it: its record waited for a prompt that had ended.
            PresentationMove.order(
                "fire edit:8 serverArrives deliver deliver deliver deliver serve press deliver deliver deliver:1 deliver:1"
                    + " close edit"),
            // Made anew while the store was read after a restart: the older one was presented again.
            PresentationMove.order(
                "fire serverArrives deliver deliver deliver deliver deliver serve deliver close agentRestarts:1 lock"
                    + " repost"),
            // Edited while the store was read: the older form was presented, and closed at once.
            PresentationMove.order("fire serverArrives edit"),
            // Removed while the store displaced it: the newer occurrence that it returned was sent.
            PresentationMove.order(
                "serverArrives:1 deliver deliver fire:1 deliver deliver serve fire:8 deliver deliver fire:5 deliver"
                    + " remove:2"),
            PresentationMove.order(
                "serverArrives:1 fire fire:9 deliver deliver deliver deliver deliver fire:5 deliver deliver serve deliver"
                    + " deliver serve unlock deliver:1 press deliver deliver:1 remove:1"),
            PresentationMove.order(
                "fire:9 serverArrives:1 deliver deliver deliver deliver deliver fire:8 deliver serve fire fire:13 deliver:1"
                    + " deliver deliver fire fire remove:3 serverLeaves"),
            // Edited while a new agent read the store, and closed by the person: it was taken for open.
            PresentationMove.order(
                "serverArrives deliver deliver fire deliver deliver deliver serve deliver agentRestarts:1 edit close"),
            // Closed long before the reply that names it came.
            PresentationMove.order(
                "fire serverArrives deliver deliver deliver fire deliver deliver deliver serve close deliver tick:3 tick:3"
                    + " serve press"),
            PresentationMove.order(
                "serverArrives deliver deliver fire:8 deliver deliver deliver fire serve deliver:1 edit deliver deliver"
                    + " deliver serve lock press deliver deliver:3 agentRestarts"),
            // Edited while the store wrote that a press waits until the session is unlocked: the older form was sent again.
            PresentationMove.order(
                "fire:3 serverArrives lock deliver deliver deliver deliver serve deliver:1 press edit"),
            PresentationMove.order(
                "serverArrives deliver deliver fire:3 lock deliver deliver deliver serve deliver press deliver edit"),
            // Edited while the store returned it, because the person had given no words: the older form was sent again.
            PresentationMove.order(
                "fire:2 serverArrives deliver deliver deliver deliver serve deliver deliver fire deliver press deliver:1"
                    + " deliver deliver edit"),
            // Edited, and the server answered the newer form with the number 0: the older form stayed on the screen.
            PresentationMove.order(
                "serverArrives deliver deliver fire deliver deliver serve deliver edit deliver deliver deliver"
                    + " serve:31"),
            // Pressed while a newer occurrence took over the number, of which the new agent knew nothing: its answer.
            PresentationMove.order(
                "fire serverArrives deliver deliver deliver deliver serve deliver:1 edit agentRestarts deliver deliver"
                    + " deliver deliver press"),
            // Over since before a new agent adopted it in a locked session: it is closed at once, and not redrawn.
            PresentationMove.order(
                "serverArrives:2 fire:4 deliver deliver deliver serve deliver:1 lock agentRestarts tick:4"),
        ] as [[PresentationMove]])
    func `orders that broke a promise keep it now`(order: [PresentationMove]) {
        #expect(PresentationModelTests.failure(of: order) == nil)
    }
}
