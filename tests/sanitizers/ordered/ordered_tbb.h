#pragma once

// In builds for ThreadSanitizer, and in no others, the headers of ordered/tbb are found before
// oneTBB's own, and all of them are this one.
//
// Debian's libtbb is not instrumented, so ThreadSanitizer does not see that a parallel algorithm
// orders what its caller did before the bodies, and the bodies before what the caller does next. It
// would call every result of every loop a race. Here it is told that order, and nothing more:
// bodies of one loop stay unordered among themselves, so that a race between them is still found.

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_for_each.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <concepts>
#include <type_traits>
#include <utility>

extern "C" {
void __tsan_acquire(void* place);
void __tsan_release(void* place);
}

namespace tbb {

/// The order of one run of an algorithm: made by the caller before it, destroyed by the caller
/// after.
class RunOrder {
 public:
  RunOrder() { __tsan_release(&begin_); }
  ~RunOrder() { __tsan_acquire(&end_); }
  RunOrder(const RunOrder&) = delete;
  RunOrder& operator=(const RunOrder&) = delete;

  void body_begins() { __tsan_acquire(&begin_); }
  void body_ends() { __tsan_release(&end_); }

 private:
  char begin_ = 0;
  char end_ = 0;
};

/// A body that keeps within a run. Its own two pointers were copied by oneTBB, unseen: reading them
/// must not be looked at.
template <class Body>
class OrderedBody {
 public:
  OrderedBody(RunOrder& order, const Body& body) : order_(&order), body_(&body) {}

  template <class... Arguments>
  requires std::invocable<const Body&, Arguments...>
  __attribute__((no_sanitize("thread"))) decltype(auto) operator()(Arguments&&... arguments) const {
    order_->body_begins();
    const End end{order_};
    return (*body_)(std::forward<Arguments>(arguments)...);
  }

 private:
  struct End {
    RunOrder* order;
    ~End() { order->body_ends(); }
  };

  RunOrder* order_;
  const Body* body_;
};

template <class Index, class Body>
void ordered_parallel_for(Index first, Index last, const Body& body) {
  RunOrder order;
  parallel_for(first, last, OrderedBody<Body>(order, body));
}

template <class Range, class Body>
void ordered_parallel_for(const Range& range, const Body& body) {
  RunOrder order;
  parallel_for(range, OrderedBody<Body>(order, body));
}

template <class Container, class Body>
void ordered_parallel_for_each(Container& container, const Body& body) {
  RunOrder order;
  parallel_for_each(container, OrderedBody<Body>(order, body));
}

template <class Range, class Value, class Body, class Join>
Value ordered_parallel_reduce(const Range& range, const Value& identity, const Body& body,
                              const Join& join) {
  RunOrder order;
  return parallel_reduce(range, identity, OrderedBody<Body>(order, body),
                         OrderedBody<Join>(order, join));
}

/// Pipelines: their stages pass a pointer on. The first and the last are serial: one item after the
/// other. An item that was taken may be used again by the first stage.
inline char pipeline_begin = 0;
inline char pipeline_end = 0;
inline char items_read = 0;
inline char items_taken = 0;

template <class Item, class Stage>
class FirstStage {
 public:
  explicit FirstStage(const Stage& stage) : stage_(&stage) {}
  __attribute__((no_sanitize("thread"))) Item operator()(flow_control& flow) const {
    __tsan_acquire(&pipeline_begin);
    __tsan_acquire(&items_read);
    __tsan_acquire(&items_taken);
    const End end;
    const Item item = (*stage_)(flow);
    if (item != nullptr) __tsan_release(item);
    return item;
  }

 private:
  /// Also where the stage throws.
  struct End {
    End() {}
    ~End() {
      __tsan_release(&items_read);
      __tsan_release(&pipeline_end);
    }
  };

  const Stage* stage_;
};

template <class Item, class Result, class Stage>
class LaterStage {
 public:
  explicit LaterStage(const Stage& stage) : stage_(stage) {}
  __attribute__((no_sanitize("thread"))) Result operator()(Item item) const {
    __tsan_acquire(&pipeline_begin);
    __tsan_acquire(item);
    if (std::is_void_v<Result>) __tsan_acquire(&items_taken);
    const End end{item, std::is_void_v<Result>};
    return stage_(item);
  }

 private:
  struct End {
    Item item;
    bool is_last;
    ~End() {
      __tsan_release(item);
      if (is_last) __tsan_release(&items_taken);
      __tsan_release(&pipeline_end);
    }
  };

  Stage stage_;
};

template <class Input, class Output, class Stage>
filter<Input, Output> ordered_make_filter(filter_mode mode, const Stage& stage) {
  if constexpr (std::is_void_v<Input>) {
    return make_filter<Input, Output>(mode, FirstStage<Output, Stage>(stage));
  } else {
    return make_filter<Input, Output>(mode, LaterStage<Input, Output, Stage>(stage));
  }
}

template <class Filters>
void ordered_parallel_pipeline(std::size_t items, const Filters& filters) {
  __tsan_release(&pipeline_begin);
  struct End {
    ~End() { __tsan_acquire(&pipeline_end); }
  } end;
  parallel_pipeline(items, filters);
}

}  // namespace tbb

// The library writes tbb::parallel_for; a function cannot stand in for one that is there already.
#define parallel_for ordered_parallel_for
#define parallel_for_each ordered_parallel_for_each
#define parallel_reduce ordered_parallel_reduce
#define parallel_pipeline ordered_parallel_pipeline
#define make_filter ordered_make_filter
