#include "cpp/ledger.h"

#include <iostream>
#include <string>

namespace {

int failures = 0;

template <typename T>
void ExpectEqual(const T& got, const T& want, const char* file, int line) {
  if (got == want) {
    return;
  }
  ++failures;
  std::cerr << file << ":" << line << ": error: got " << got << ", want " << want << std::endl;
}

#define EXPECT_EQUAL(got, want) ExpectEqual<decltype(got)>(got, want, __FILE__, __LINE__)

void TotalsAreSums() {
  bazelapp::Ledger ledger;
  EXPECT_EQUAL(ledger.Total(), 0);
  ledger.Add(150);
  ledger.Add(-50);
  EXPECT_EQUAL(ledger.Total(), 100);
}

void AmountsHaveTwoDigits() {
  EXPECT_EQUAL(bazelapp::Format(705), std::string("7.05"));
  EXPECT_EQUAL(bazelapp::Format(1234), std::string("12.34"));
}

}  // namespace

int main() {
  TotalsAreSums();
  AmountsHaveTwoDigits();
  std::cout << (failures == 0 ? "all expectations hold" : "some expectations failed") << std::endl;
  return failures == 0 ? 0 : 1;
}
