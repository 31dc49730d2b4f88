// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Orders of events that the tests keep, in the words of ``PresentationMove/order(_:)``.
enum PresentationOrders {
    /// Orders that reach every transition of ``PresentationPhase/successors``, each with the transition it was kept for.
    static let reaching: [String] = [
        // examining -> preparing
        "fire",
        // listing -> gone
        "fire fire fire:8",
        // asking -> preparing
        "fire:8",
        // open -> preparing
        "fire lock",
        // open -> settling
        "serverArrives deliver deliver fire deliver deliver serve close",
        // sending -> closing
        "serverArrives deliver deliver fire deliver deliver edit",
        // preparing -> gone
        "fire:8 serverArrives deliver deliver deliver deliver edit",
        // open -> closing
        "fire edit:16",
        // examining -> listing
        "settings fire",
        // queued -> gone
        "fire fire serverArrives deliver serverLeaves fire fire deliver remove",
        // answered -> closing
        "serverArrives fire deliver deliver deliver deliver serve press",
        // examining -> gone
        "fire serverArrives deliver deliver remove",
        // sending -> gone
        "fire:1 serverArrives deliver deliver deliver deliver tick:3 serve press deliver:2",
        // answered -> gone
        "fire serverArrives deliver deliver deliver deliver serve press close",
        // asking -> gone
        "serverArrives fire:8 deliver deliver deliver:1 edit",
        // (new) -> stored
        "fire settings serverArrives deliver deliver deliver deliver repost",
        // listing -> stored
        "fire:8 settings serverArrives deliver deliver deliver deliver repost:1",
        // retrying -> queued
        "serverArrives deliver deliver fire deliver deliver edit deliver deliver serve refuse",
        // open -> gone
        "fire serverArrives deliver deliver deliver deliver deliver serve deliver serverLeaves",
        // stored -> gone
        "serverArrives settings deliver deliver fire deliver deliver repost serverLeaves remove",
        // open -> answering
        "fire:3 serverArrives deliver deliver deliver deliver serve press",
        // retrying -> gone
        "fire serverArrives deliver deliver deliver deliver refuse deliver:1 remove",
        // open -> holding
        "fire:3 serverArrives deliver deliver deliver deliver serve press lock",
        // preparing -> answered
        "fire fire serverArrives remove deliver deliver deliver deliver deliver serve deliver lock "
            + "deliver:1 press",
        // preparing -> settling
        "serverArrives deliver deliver fire deliver deliver serve deliver lock deliver:1 close",
        // open -> prompting
        "settings serverArrives settings deliver deliver fire:2 deliver deliver deliver serve press",
        // prompting -> stored
        "settings serverArrives settings deliver deliver fire:2 deliver deliver deliver serve deliver "
            + "press deliver:1",
        // answering -> gone
        "serverArrives deliver deliver fire:2 deliver deliver serve press close",
        // sending -> stored
        "serverArrives fire deliver deliver deliver deliver deliver serve deliver repost deliver "
            + "deliver deliver serverLeaves",
        // holding -> answered
        "serverArrives fire remove fire:3 deliver:1 deliver edit lock deliver deliver deliver serve "
            + "press",
        // answered -> stored
        "fire:3 serverArrives lock deliver deliver deliver deliver serve press deliver:1 tick:5",
        // preparing -> stored
        "serverArrives deliver deliver fire fire remove deliver deliver deliver serve deliver repost "
            + "deliver:1 serverLeaves",
        // holding -> answering
        "fire fire remove fire:3 remove lock serverArrives deliver deliver deliver deliver serve "
            + "deliver press deliver unlock",
        // settling -> resting
        "serverArrives:3 fire:1 deliver deliver deliver deliver deliver serve deliver tick:3 close:8",
        // resting -> gone
        "serverArrives:3 fire:1 deliver deliver deliver serve deliver:1 tick:3 close:8 tick:2 serverLeaves",
        // preparing -> closing
        "serverArrives:1 fire fire:5 fire deliver deliver fire deliver deliver deliver deliver "
            + "deliver deliver deliver lock refuse",
        // preparing -> open
        "fire serverArrives fire deliver deliver lock deliver serve unlock deliver:1 deliver:1 "
            + "deliver:1 repost",
        // prompting -> answered
        "serverArrives fire:2 deliver deliver deliver deliver deliver serve press deliver remove",
        // sending -> preparing
        "serverArrives deliver fire fire deliver deliver deliver deliver deliver serve deliver "
            + "deliver deliver deliver deliver edit deliver deliver serve press refuse:1",
        // stored -> answering
        "serverArrives fire:3 deliver lock deliver deliver deliver:1 serve deliver:1 press "
            + "serverLeaves deliver deliver deliver unlock",
        // prompting -> gone
        "fire:2 serverArrives deliver deliver deliver deliver deliver serve press close deliver "
            + "deliver remove",
        // answered -> holding
        "fire serverArrives edit:12 deliver deliver deliver deliver serve deliver lock deliver:1 "
            + "press",
        // holding -> gone
        "fire serverArrives fire:11 deliver deliver:1 deliver deliver deliver deliver serve lock "
            + "deliver:1 serve deliver press:1 deliver:1 close:1 remove:1",
        // answered -> answering
        "serverArrives:1 fire edit:12 lock deliver deliver deliver deliver unlock serve deliver:1 "
            + "deliver:2 press",
        // queued -> stored
        "fire:3 serverArrives:1 deliver fire:1 deliver fire:1 deliver fire:5 lock deliver serve press",
        // queued -> answering
        "fire:8 edit:12 fire settings serverArrives settings lock deliver deliver deliver deliver "
            + "deliver deliver deliver serve press serve deliver:1 deliver:3 unlock",
        // answered -> prompting
        "serverArrives deliver deliver fire deliver deliver serve deliver close fire:2 deliver:1 "
            + "deliver:1 fire serve deliver deliver deliver deliver lock deliver deliver press",
        // retrying -> answering
        "fire:3 lock serverArrives deliver deliver deliver deliver deliver serve deliver deliver press "
            + "deliver deliver deliver serve refuse deliver unlock",
        // settling -> stored
        "serverArrives:1 deliver deliver fire fire:9 edit deliver deliver settings deliver edit:1 lock "
            + "deliver deliver deliver serve deliver:1 lock fire:8 deliver lock fire:8 deliver deliver "
            + "tick:4 deliver:1 deliver close tick:2",
        // stored -> open
        "settings serverArrives fire:1 deliver deliver:1 deliver repost:1 deliver deliver deliver deliver tick:3"
            + " serve press deliver:2",
        // settling -> answering
        "fire edit:12 serverArrives deliver deliver deliver deliver deliver serve press:16",
        // settling -> prompting
        "fire:2 serverArrives deliver deliver deliver deliver serve press:16",
        // settling -> holding
        "fire:3 serverArrives deliver deliver lock deliver deliver deliver serve press:16",
        // closing -> stored
        "fire edit lock edit edit:12 serverArrives deliver deliver deliver deliver deliver deliver serve deliver"
            + " press deliver deliver deliver serve deliver serve press:4",
        // examining -> retrying
        "serverArrives deliver deliver fire deliver deliver serverLeaves serverArrives deliver deliver deliver"
            + " serverLeaves deliver serverArrives deliver deliver deliver serverLeaves",
        // sending -> answering
        "fire:3 fire fire remove:1 lock serverArrives deliver deliver deliver deliver serve deliver:1 "
            + "press deliver deliver deliver deliver deliver deliver unlock",
        // preparing -> answering
        "serverArrives deliver deliver fire:3 deliver deliver serve deliver lock deliver press "
            + "deliver:1 deliver:1 unlock",
        // examining -> answering
        "fire:3 serverArrives deliver deliver deliver lock deliver serve press deliver deliver "
            + "deliver:1 unlock",
        // asking -> stored
        "fire serverArrives deliver remove deliver fire remove deliver fire:8 deliver deliver deliver "
            + "repost:1 deliver serverLeaves deliver",
        // answering -> closing
        "fire:2 serverArrives deliver deliver deliver deliver deliver serve deliver press deliver "
            + "deliver tick:1 deliver deliver",
        // prompting -> closing
        "serverArrives deliver deliver fire:2 deliver deliver deliver serve deliver deliver press deliver tick:1 remove",
        // listing -> answering
        "fire:3 serverArrives deliver deliver deliver deliver serve lock press deliver:1 settings "
            + "deliver:2 deliver deliver:1 unlock",
        // answered -> open
        "serverArrives fire:33 deliver deliver deliver deliver deliver serve press",
        // answering -> stored
        "serverArrives fire fire deliver:1 fire:34 edit edit deliver deliver deliver deliver:1 serve press:16",
        // closing -> answering
        "fire edit:12 serverArrives deliver deliver lock deliver deliver serve press:16 deliver deliver deliver deliver "
            + "deliver deliver edit serve deliver deliver unlock",
        // retrying -> stored
        "serverArrives settings deliver deliver fire deliver repost:1 deliver deliver deliver refuse "
            + "deliver serverLeaves",
    ]
}
