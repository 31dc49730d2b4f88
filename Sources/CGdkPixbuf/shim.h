// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gdk-pixbuf/gdk-pixbuf.h>

// A frame of an animated picture, the first is 0; where there are fewer, the last that was reached. The iterator's clock is
// a type that GLib has deprecated, and gdk-pixbuf has no other: not for Swift to see.
static inline GdkPixbuf *_Nullable belfry_animation_frame(GdkPixbufAnimation *_Nonnull animation, int frame) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    GTimeVal now = {0, 0};
    GdkPixbufAnimationIter *iterator = gdk_pixbuf_animation_get_iter(animation, &now);
    for (int passed = 0; iterator && passed < frame; passed++) {
        int delay = gdk_pixbuf_animation_iter_get_delay_time(iterator);
        if (delay < 0) break;
        g_time_val_add(&now, (glong)(delay + 1) * 1000);
        gdk_pixbuf_animation_iter_advance(iterator, &now);
    }
    GdkPixbuf *picture = iterator ? gdk_pixbuf_copy(gdk_pixbuf_animation_iter_get_pixbuf(iterator)) : NULL;
    if (iterator) g_object_unref(iterator);
    return picture;
#pragma clang diagnostic pop
}

// Whether there is a loader for a format of this name.
static inline int belfry_loads(const char *_Nonnull wanted) {
    int found = 0;
    GSList *formats = gdk_pixbuf_get_formats();
    for (GSList *item = formats; item; item = item->next) {
        char *name = gdk_pixbuf_format_get_name((GdkPixbufFormat *)item->data);
        found |= g_strcmp0(name, wanted) == 0;
        g_free(name);
    }
    g_slist_free(formats);
    return found;
}
