// libxcrypt: passwords as hashes (crypt(5)). Nothing is wrapped.
#include <crypt.h>
