/** Helpers that have nothing to do, the last one first: one that rests for `longest` ms is ended. */
export function idling<T>(longest: number, end: (one: T) => void) {
  const idle: { one: T; clock: NodeJS.Timeout }[] = []
  const forget = (one: T) => {
    const at = idle.findIndex((i) => i.one === one)
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.clock)
  }
  return {
    rest(one: T): void {
      const clock = setTimeout(() => {
        forget(one)
        end(one)
      }, longest)
      idle.push({ one, clock: clock.unref() })
    },
    take(): T | undefined {
      const last = idle.pop()
      clearTimeout(last?.clock)
      return last?.one
    },
    /** It ended by itself. */
    forget,
  }
}
