#ifndef ORIEL_CJANSSON_H
#define ORIEL_CJANSSON_H
#include <jansson.h>
/* The flags, which are macros with casts. */
static inline size_t cjansson_decode_any(void) { return JSON_DECODE_ANY; }
static inline size_t cjansson_allow_nul(void) { return JSON_ALLOW_NUL; }
static inline size_t cjansson_reject_duplicates(void) { return JSON_REJECT_DUPLICATES; }
static inline const char *_Nonnull cjansson_error_text(const json_error_t *_Nonnull error) { return error->text; }
#endif
