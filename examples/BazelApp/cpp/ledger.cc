#include "cpp/ledger.h"

#include <cstdlib>

namespace bazelapp {

void Ledger::Add(int cents) { amounts_.push_back(cents); }

int Ledger::Total() const {
  int total = 0;
  for (int cents : amounts_) {
    total += cents;
  }
  return total;
}

int Ledger::Largest() const {
  int largest = 0;
  for (int cents : amounts_) {
    if (cents > largest) {
      largest = cents;
    }
  }
  return largest;
}

std::string Format(int cents) {
  const int rest = std::abs(cents % 100);
  std::string text = cents < 0 ? "-" : "";
  text += std::to_string(std::abs(cents / 100)) + ".";
  if (rest < 10) {
    text += "0";
  }
  return text + std::to_string(rest);
}

}  // namespace bazelapp
