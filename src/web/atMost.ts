/** What `work` answers; undefined, when it takes longer than so many milliseconds. */
export const atMost = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, new Promise<undefined>((done) => setTimeout(done, ms))])
