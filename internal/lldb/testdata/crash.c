/* Writes where it must not. */
static int *nowhere;

static void broken(int n) {
  *nowhere = n;
}

int main(void) {
  broken(3);
  return 0;
}
