/* A loop with a function worth a breakpoint. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int work(int n, const char *name) {
  int twice = 0;
  twice = n * 2;
  printf("%s %d\n", name, n);
  return twice;
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 5;
  for (int i = 0; i < rounds; i++) {
    work(i, i % 2 ? "odd" : "even");
  }
  return 7;
}
