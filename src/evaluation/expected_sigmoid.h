#pragma once

namespace bsg::evaluation {

/// log σ(x).
double log_sigmoid(double x);

/// log E σ(x) for x ~ N(mean, variance): what (17) approximates. By the trapezoidal rule, which for
/// a smooth function under a normal density is exact to about seven digits here.
double log_expected_sigmoid(double mean, double variance);

}  // namespace bsg::evaluation
