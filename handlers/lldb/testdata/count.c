/* Adds up to a number, or without end below zero. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int add(int sum, int n, const char *word) {
  sum += n;
  return word ? sum : sum + 0;
}

int main(int argc, char **argv) {
  int to = argc > 1 ? atoi(argv[1]) : 3, sum = 0;
  const char *word = getenv("WORD");
  setvbuf(stdout, NULL, _IONBF, 0);
  for (int n = 1; to < 0 || n <= to; n++) {
    sum = add(sum, n, word);
    if (to < 0) usleep(10000);
    else printf("round %d\n", n);
  }
  return sum;
}
