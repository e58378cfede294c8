/** How long a request waits for a connection, a statement or its turn before the answer is `busy`, in ms. `loadConfig` refuses
 * a setting that is no number of its range. */
export const PATIENCE = 1000 * (Number(process.env.REQUEST_PATIENCE) || 5)
