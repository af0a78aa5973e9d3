// Compressed messages of a WebSocket (RFC 7692, section 7.2.2).
#include <stddef.h>
#include <string.h>
#include <zlib.h>

// Expands a message of `*count` bytes. Returns its text and sets `*count` to its length, or returns NULL if it is damaged or
// too long. All sockets receive the same bytes, so the last message is not expanded again.
static const unsigned char *expand(const unsigned char *bytes, size_t *count) {
    static unsigned char last[1 << 16], text[1 << 18];
    static size_t last_count, text_count;
    static z_stream stream;
    if (*count == last_count && !memcmp(last, bytes, *count)) {
        *count = text_count;
        return text;
    }
    if (*count + 4 > sizeof last || (!stream.state && inflateInit2(&stream, -15) != Z_OK)) return NULL;
    memcpy(last, bytes, last_count = *count);
    memcpy(last + last_count, "\0\0\xFF\xFF", 4);
    inflateReset(&stream);
    stream.next_in = last, stream.avail_in = (unsigned)last_count + 4;
    stream.next_out = text, stream.avail_out = sizeof text;
    if (inflate(&stream, Z_SYNC_FLUSH) != Z_OK || stream.avail_in) return NULL;
    *count = text_count = sizeof text - stream.avail_out;
    return text;
}
