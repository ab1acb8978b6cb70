/* Three threads that go on until they are stopped. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *spin(void *arg) {
  for (;;) {
    usleep(10000);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, spin, NULL);
  pthread_create(&b, NULL, spin, NULL);
  alarm(120); /* so that a lost one ends by itself */
  pthread_join(a, NULL);
  return 0;
}
