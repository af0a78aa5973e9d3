// libqrencode: texts as QR codes (ISO/IEC 18004). Nothing is wrapped.
#include <qrencode.h>
