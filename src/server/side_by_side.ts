/** How many are worked on at once. */
const LANES = 8

/** Some of them at once, each by one lane; where one fails none is begun any more, and nothing goes on behind it. */
export async function sideBySide<T>(all: AsyncIterator<T> | Iterator<T>, work: (one: T) => Promise<void>) {
  let failed = false
  const lane = async () => {
    try {
      for (let next = await all.next(); !(next.done || failed); next = await all.next()) await work(next.value)
    } catch (error) {
      failed = true
      throw error
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const l of lanes) if (l.status === 'rejected') throw l.reason
}
