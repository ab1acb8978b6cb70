/* Reads its input to the end. */
#include <stdio.h>

int main(void) {
  int n = 0;
  while (getchar() != EOF) {
    n++;
  }
  printf("read %d bytes\n", n);
  return 0;
}
