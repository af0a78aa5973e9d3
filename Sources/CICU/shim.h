#ifndef ORIEL_CICU_H
#define ORIEL_CICU_H
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ICU is loaded when PostgreSQL sorts by it, so that Oriel runs without it. No header of ICU is needed: its names have
   the version at the end (ucol_open_72), and its types are those of C. A status above 0 is an error. */
struct icu_functions {
    void *_Nullable (*_Nonnull openCollator)(const char *_Nonnull locale, int *_Nonnull status);
    void (*_Nonnull closeCollator)(void *_Nonnull collator);
    void (*_Nonnull getVersion)(const void *_Nonnull collator, uint8_t *_Nonnull version); /* four bytes */
    int (*_Nonnull getAttribute)(const void *_Nonnull collator, int attribute, int *_Nonnull status);
    int32_t (*_Nonnull getSortKey)(
        const void *_Nonnull collator, const uint16_t *_Nonnull text, int32_t length, uint8_t *_Nullable key,
        int32_t size);
    void *_Nullable (*_Nonnull toUTF16)(
        uint16_t *_Nonnull text, int32_t capacity, int32_t *_Nonnull length, const char *_Nonnull utf8, int32_t count,
        int *_Nonnull status);
};

static inline int icu_find(void *library, const char *name, int version, void *function) {
    char versioned[64];
    snprintf(versioned, sizeof versioned, "%s_%d", name, version);
    void *found = dlsym(library, versioned);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

/* Loads a version of ICU, such as 72. Returns 1 if it is installed. */
static inline int icu_load(int version, struct icu_functions *_Nonnull icu) {
    char name[64];
    snprintf(name, sizeof name, "libicui18n.so.%d", version);
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library && icu_find(library, "ucol_open", version, &icu->openCollator)
        && icu_find(library, "ucol_close", version, &icu->closeCollator)
        && icu_find(library, "ucol_getVersion", version, &icu->getVersion)
        && icu_find(library, "ucol_getAttribute", version, &icu->getAttribute)
        && icu_find(library, "ucol_getSortKey", version, &icu->getSortKey)
        && icu_find(library, "u_strFromUTF8", version, &icu->toUTF16);
}
#endif
