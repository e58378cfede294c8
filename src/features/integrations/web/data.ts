import { useQuery } from '@tanstack/react-query'
import { callList } from '#web/api.ts'
import { listIntegrations } from '../contract.ts'

/** The company's links; looked at often while one of them updates. */
export const useIntegrations = (enabled = true) =>
  useQuery({
    queryKey: ['integrations'],
    queryFn: () => callList(listIntegrations, { query: { limit: 25 } }),
    refetchInterval: (q) => (q.state.data?.rows.some((i) => i.run?.status === 'andando') ? 1500 : 30_000),
    enabled,
  })
