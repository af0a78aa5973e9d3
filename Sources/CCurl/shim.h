#ifndef ORIEL_CCURL_H
#define ORIEL_CCURL_H
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/* Swift cannot call functions with a variable number of arguments. */
static inline CURLcode ccurl_set_number(CURL *_Nonnull handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_text(CURL *_Nonnull handle, CURLoption option, const char *_Nonnull value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_pointer(CURL *_Nonnull handle, CURLoption option, void *_Nullable value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_callback(
    CURL *_Nonnull handle, CURLoption option, curl_write_callback _Nonnull value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_get_status(CURL *_Nonnull handle, long *_Nonnull status) {
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}
static inline CURLcode ccurl_start(void) { return curl_global_init(CURL_GLOBAL_ALL); }
#endif
