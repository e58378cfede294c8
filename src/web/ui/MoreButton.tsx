import { t } from '../i18n.ts'

interface Props {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  look?: string
}
/** Brings the next page of a list; absent when all is here. */
export function MoreButton({ list, look = 'sec full' }: Props) {
  if (!list.hasNextPage) return null
  return (
    <button
      type="button"
      className={`btn ${look}`}
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? t('Carregando…') : t('Mostrar mais')}
    </button>
  )
}
