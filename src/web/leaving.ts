// Going back can only be held by who listens before the router does: this file is imported first.
export const leaving: { onBack: ((e: PopStateEvent) => void) | null } = { onBack: null }
addEventListener('popstate', (e) => leaving.onBack?.(e))
