#include <cstdlib>
#include <iostream>

#include "cpp/ledger.h"

// Adds up the amounts given as arguments, in cents.
int main(int argc, char** argv) {
  bazelapp::Ledger ledger;
  for (int i = 1; i < argc; ++i) {
    ledger.Add(std::atoi(argv[i]));
  }
  std::cout << "total " << bazelapp::Format(ledger.Total()) << std::endl;
  return 0;
}
