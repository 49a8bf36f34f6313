#include <thrust/kc_thrust.h>
