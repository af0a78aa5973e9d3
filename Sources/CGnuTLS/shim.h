#ifndef ORIEL_CGNUTLS_H
#define ORIEL_CGNUTLS_H
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>

/* Frees what GnuTLS has allocated: gnutls_free is a macro. */
static inline void cgnutls_free(void *_Nullable bytes) { (gnutls_free)(bytes); }
#endif
