#pragma once

namespace bsg::tests {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BSG_TESTS_SANITIZED true
#elif defined(__has_feature)
#define BSG_TESTS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define BSG_TESTS_SANITIZED false
#endif

/// Sanitizers map terabytes of addresses: limits of memory mean nothing under them.
inline constexpr bool kSanitized = BSG_TESTS_SANITIZED;

}  // namespace bsg::tests
