#ifndef CPP_LEDGER_H_
#define CPP_LEDGER_H_

#include <string>
#include <vector>

namespace bazelapp {

// A list of amounts in cents. The same rules as the Swift module Core, in real C++ on every machine.
class Ledger {
 public:
  void Add(int cents);
  int Total() const;
  // The largest amount; 0 when there is none.
  int Largest() const;

 private:
  std::vector<int> amounts_;
};

// "7.05" for 705, "-0.50" for -50.
std::string Format(int cents);

}  // namespace bazelapp

#endif  // CPP_LEDGER_H_
