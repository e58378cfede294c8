/** Work that is at it once at a time: whoever asks meanwhile has it done once more afterwards, and is told when that is
 * over. */
export function onceMore(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let asked = false
  const go = async () => {
    do {
      asked = false
      await work()
    } while (asked)
  }
  return () => {
    asked = true
    running ??= go().finally(() => {
      running = null
    })
    return running
  }
}
