#pragma once

#include "ordered_tbb.h"
