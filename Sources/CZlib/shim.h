#ifndef ORIEL_CZLIB_H
#define ORIEL_CZLIB_H
#include <zlib.h>

/* Wrappers of macros. A negative number of bits means deflate data without a header (RFC 1951). */
static inline int czlib_begin_deflate(z_stream *_Nonnull stream, int level, int bits, int memory) {
  return deflateInit2(stream, level, Z_DEFLATED, bits, memory, Z_DEFAULT_STRATEGY);
}
static inline int czlib_begin_inflate(z_stream *_Nonnull stream, int bits) { return inflateInit2(stream, bits); }

/* Whether the input read so far is whole blocks, and the last one ends at a byte boundary (data_type of inflate()). */
static inline int czlib_is_between_blocks(const z_stream *_Nonnull stream) {
  return (stream->data_type & 128) != 0 && (stream->data_type & 63) == 0;
}
#endif
