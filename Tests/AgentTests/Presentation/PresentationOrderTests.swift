// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopPresentation

/// Orders of events that once broke a promise, each as short as the model test could make it.
@Suite struct PresentationOrderTests {
    @Test(
        arguments: [
            // Removed while the backlog was being read: it was sent all the same.
            "serverArrives fire remove",
            // Removed before it had taken the place of an older one, which stayed on the screen.
            "serverArrives deliver deliver fire deliver deliver deliver serve deliver edit remove",
            // Redrawn behind a newer one that took its place: the newer one was lost.
            "fire serverArrives deliver deliver deliver deliver deliver deliver serve deliver edit lock",
            // Refused when a newer one had replaced it, and sent again: it took the newer one's place.
            "fire serverArrives deliver deliver deliver deliver deliver deliver serve deliver edit deliver"
                + " deliver edit deliver refuse",
            // A redraw that the server refused left the words on the screen.
            "serverArrives deliver deliver fire fire deliver deliver serve deliver:1 lock deliver:2 deliver:2"
                + " refuse:1",
            // A press on what an earlier agent had shown was taken for one on its successor.
            "fire serverArrives deliver deliver deliver deliver serve deliver deliver agentRestarts press edit",
            // Removed while it was drawn anew, which the server refused: the words stayed on the screen.
            "serverArrives deliver deliver fire deliver deliver deliver serve deliver lock deliver:1 deliver:1"
                + " refuse remove",
            // A newer one was refused the number of the older, which was over, and stayed on the screen.
            "serverArrives deliver deliver fire deliver deliver serve deliver deliver edit deliver deliver"
                + " refuse:1",
            // Two prepared at once on a screen that had room for one.
            "serverArrives:1 fire:8 agentRestarts fire edit:20",
            // Removed while the store returned what had waited for words, or for an unlocked session: it was sent all the same.
            "fire:2 serverArrives deliver deliver deliver deliver fire serve deliver deliver press deliver:1"
                + " deliver:1 deliver:1 remove",
            "serverArrives fire:3 deliver deliver deliver lock deliver:1 serve deliver:1 press tick:5 remove",
            // Replaced while the store returned it: its record waited for a prompt that had ended.
            "fire edit:8 serverArrives deliver deliver deliver deliver serve press deliver deliver deliver:1"
                + " deliver:1 close edit",
            // Made anew while the store was read after a restart: the older one was presented again.
            "fire serverArrives deliver deliver deliver deliver deliver serve deliver close agentRestarts:1"
                + " lock repost",
            // Edited while the store was read: the older form was presented, and closed at once.
            "fire serverArrives edit",
            // Removed while the store displaced it: the newer occurrence that it returned was sent.
            "serverArrives:1 deliver deliver fire:1 deliver deliver serve fire:8 deliver deliver fire:5 deliver"
                + " remove:2",
            "serverArrives:1 fire fire:9 deliver deliver deliver deliver deliver fire:5 deliver deliver serve"
                + " deliver deliver serve unlock deliver:1 press deliver deliver:1 remove:1",
            "fire:9 serverArrives:1 deliver deliver deliver deliver deliver fire:8 deliver serve fire fire:13"
                + " deliver:1 deliver deliver fire fire remove:3 serverLeaves",
            // Edited while a new agent read the store, and closed by the person: it was taken for open.
            "serverArrives deliver deliver fire deliver deliver deliver serve deliver agentRestarts:1 edit"
                + " close",
            // Closed long before the reply that names it came.
            "fire serverArrives deliver deliver deliver fire deliver deliver deliver serve close deliver tick:3"
                + " tick:3 serve press",
            "serverArrives deliver deliver fire:8 deliver deliver deliver fire serve deliver:1 edit deliver"
                + " deliver deliver serve lock press deliver deliver:3 agentRestarts",
            // Edited while the store wrote that a press waits until the session is unlocked: the older form was sent again.
            "fire:3 serverArrives lock deliver deliver deliver deliver serve deliver:1 press edit",
            "serverArrives deliver deliver fire:3 lock deliver deliver deliver serve deliver press deliver edit",
            // Edited while the store returned it, because the person had given no words: the older form was sent again.
            "fire:2 serverArrives deliver deliver deliver deliver serve deliver deliver fire deliver press"
                + " deliver:1 deliver deliver edit",
            // Edited, and the server answered the newer form with the number 0: the older form stayed on the screen.
            "serverArrives deliver deliver fire deliver deliver serve deliver edit deliver deliver deliver"
                + " serve:31",
            // Pressed while a newer occurrence took over the number, of which the new agent knew nothing: its answer.
            "fire serverArrives deliver deliver deliver deliver serve deliver:1 edit agentRestarts deliver"
                + " deliver deliver deliver press",
            // Over since before a new agent adopted it in a locked session: it is closed at once, and not redrawn.
            "serverArrives:2 fire:4 deliver deliver deliver serve deliver:1 lock agentRestarts tick:4",
            // Edited before the server refused its redraw: the older form was sent once more, as a new notification.
            "serverArrives fire deliver deliver deliver deliver deliver deliver serve deliver deliver lock edit"
                + " deliver deliver:1 refuse:1",
            // Edited, and pressed while the reply to its redraw was missing: the newer form, on its way, was closed.
            "fire:1 serverArrives deliver deliver deliver deliver deliver serve lock deliver deliver:1 edit"
                + " deliver deliver tick:3 press deliver deliver:1",
            // Pressed under a number without a reply while an earlier press waited: the table lacked this transition.
            "serverArrives deliver deliver lock fire:3 deliver deliver serve deliver press close fire deliver"
                + " deliver deliver deliver deliver deliver tick:3 serve serve press:1 deliver:2",
            // Pressed twice under a number without a reply: the second press made the store's row be ignored.
            "fire:3 serverArrives lock deliver deliver deliver deliver serve tick:3 press press deliver:2 close"
                + " tick:5",
            // Edited while the store returned it and its former presentation was over: the older form was sent again.
            "fire:3 serverArrives deliver deliver fire:8 deliver lock deliver serve deliver deliver deliver"
                + " deliver fire press tick:5 deliver close deliver:1 edit",
            // Made room while its newer form was sent to its number, which the server refused: it stayed on the screen.
            "serverArrives:1 deliver deliver fire deliver deliver serve deliver edit deliver fire:5 deliver"
                + " deliver refuse:1",
            // Closed while a new agent read the store, when its time was over: the agent took it for open.
            "serverArrives:2 deliver deliver fire:4 deliver deliver serve deliver agentRestarts tick:4 close",
            // Pressed and closed before an overdue reply, which came before the store's row: the dismissal counted, and
            // then the press made a record of an occurrence that was over.
            "serverArrives deliver deliver fire:3 deliver deliver fire deliver tick:3 serve press close deliver:1"
                + " lock tick:2 deliver:1 deliver:2 tick:1 unlock",
            "fire:8 serverArrives:1 fire:1 deliver deliver fire deliver deliver:1 deliver:1 deliver:1 tick:3"
                + " deliver:1 fire serve press close deliver:1 edit:1 tick:2",
            // Closed while a new agent read the store for longer than signals are kept: the agent took it for open.
            "serverArrives deliver deliver fire deliver fire deliver deliver deliver serve serve deliver:1"
                + " agentRestarts close:1 tick:4 type",
            // Pressed while it was drawn anew, after a crash, when calls go one at a time: the queue did not go on.
            "fire serverArrives deliver fire deliver fire deliver deliver serverLeaves deliver remove serverArrives"
                + " edit deliver deliver deliver lock serve deliver fire deliver:2 deliver:1 press",
            // Accused of crashes while it was examined: the table lacked this transition.
            "serverArrives deliver deliver fire deliver deliver serverLeaves serverArrives deliver deliver deliver"
                + " serverLeaves deliver serverArrives deliver deliver deliver serverLeaves",
            // Pressed in a locked session, and no longer permitted: the application was asked, and announced it again.
            "settings lock settings settings settings fire:8 serverArrives deliver deliver deliver deliver:1 fire:11"
                + " deliver:1 deliver deliver deliver:1 settings deliver serve press deliver deliver deliver settings",
            // Pressed and closed before an overdue reply: the store's row took the close alone, and the press was lost.
            "fire:3 fire serverArrives deliver deliver deliver deliver serve deliver tick:3 press lock deliver"
                + " deliver:3",
            // Pressed and removed before an overdue reply: the store's row made a record of it that did not end.
            "serverArrives deliver deliver fire:1 deliver deliver tick:3 serve press remove tick:4 type fire deliver:1",
            // Removed while an earlier call to its number, too, had no reply: it stayed on the screen.
            "fire serverArrives deliver deliver deliver deliver deliver serve deliver deliver edit deliver deliver"
                + " edit deliver deliver remove serve serve deliver:1",
            // Asked for when the server left, and presented on the next one, which had less room.
            "fire edit serverArrives deliver fire fire:8 deliver deliver deliver deliver deliver deliver deliver"
                + " deliver:1 fire:8 serve serve fire:8 fire:8 deliver:1 deliver:4 deliver:5 serverLeaves serverArrives:1",
            // Pressed again while a press waited, and the row of the first came then: both presses were carried out.
            "serverArrives:1 deliver lock deliver fire:3 deliver fire:8 deliver deliver tick:3 deliver serve fire:8"
                + " press deliver:1 deliver:2 press:20 deliver:2 deliver deliver:1 deliver:1 deliver:2 deliver deliver:2"
                + " tick:1 unlock",
            // Pressed once more while the rows of earlier presses were on their way: the rows of a state that had passed
            // were taken for the later press.
            "serverArrives fire:3 deliver deliver:1 fire deliver deliver tick:3 serve deliver press lock press deliver"
                + " press:16 unlock deliver:3 lock deliver:4",
            // Removed while the store displaced it, and a press on the older one waited for text: the newer one was sent.
            "serverArrives:1 lock fire:2 fire deliver deliver deliver deliver fire serve deliver deliver deliver deliver"
                + " deliver tick:4 deliver press:16 remove:2",
            // Answered while a content extension decided, and the store's row from before came then: it was sent again.
            "fire:33 serverArrives deliver fire:8 deliver deliver deliver:1 serve deliver tick:3 press deliver:2 press:16"
                + " deliver:1 deliver deliver:1 deliver:3",
            // Kept by a content extension while an adoption read the store: it was taken for open under a closed number.
            "fire:33 serverArrives fire deliver deliver deliver:1 serve press:16 deliver:2 deliver deliver deliver"
                + " deliver deliver:1",
            // Read from the store, pressed and closed before the event that it had fired: it was sent again.
            "fire:17 serverArrives deliver:1 deliver:1 deliver:1 deliver:1 deliver:1 serve deliver:1 deliver:1 press"
                + " deliver:1 close deliver",
            // Removed, or edited, before the event that it had fired: it was sent all the same.
            "serverArrives deliver fire:16 remove", "serverArrives deliver deliver fire:16 edit",
            // Kept by a content extension before the event that it had fired: the older row was announced again.
            "serverArrives fire:24 deliver deliver deliver remove fire deliver serverLeaves deliver remove serverArrives"
                + " deliver fire:49 deliver:1 deliver:1 deliver:1 deliver:2 serve press deliver:2 deliver:2 close fire"
                + " deliver:1 deliver:2 deliver",
            // Kept by a content extension after a prompt: it was on the screen under a number that the store had forgotten.
            "fire serverArrives edit settings edit settings fire:8 settings deliver deliver fire:34 deliver settings"
                + " deliver deliver deliver:2 deliver:1 deliver:1 deliver lock deliver:1 serve press",
            // Answered while the store returned it, since nobody had unlocked the session: it was sent again.
            "serverArrives fire:35 deliver deliver fire deliver:1 serve press:16 deliver:1 lock deliver:1 deliver:4"
                + " deliver:1 deliver deliver:1 fire:16 deliver:1 serve deliver deliver:1 deliver:2 serve press:16 tick:5"
                + " press:4",
            // Edited while it was drawn anew, under another number, and pressed: the next agent did not know the number.
            "serverArrives deliver deliver fire deliver deliver deliver settings serve deliver lock deliver deliver edit"
                + " deliver deliver press:16 serve deliver deliver deliver agentRestarts",
        ] as [String])
    func `orders that broke a promise keep it now`(order: String) {
        #expect(PresentationModelTests.failure(of: PresentationMove.order(order)) == nil)
    }
}
