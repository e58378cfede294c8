import { useState } from 'react'
import { Link } from 'wouter'
import { Photo } from '#features/images/web/index.ts'
import { attempt, useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { PickPicture } from '#web/ui/PickPicture.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { UpDown } from '#web/ui/UpDown.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { useDialogForm } from '#web/ui/useDialogForm.ts'
import { type Category, createCategory, deleteCategory, updateCategory } from '../contract.ts'
import { renewDevice } from '#web/device/index.ts'
import { categories } from './index.ts'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { FormActs } from '#web/ui/FormActs.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

/** The tree as the shop window shows it: order by drag or by the arrows, one level of sub-categories. `subs`:
 * readers are shown those too. */
export default function CategoriesAdminPage({ subs }: { subs: boolean }) {
  const { rows, loaded, failed } = categories.use()
  const [edited, setEdited] = useState<Category | 'new' | null>(null)
  const [removed, setRemoved] = useState<Category | null>(null)
  const [dragged, setDragged] = useState<Category | null>(null)
  const [over, setOver] = useState(0)
  const { busy, act } = useAct()
  const tops = rows.filter((c) => c.master_id === null)
  const subsOf = (c: Category) => rows.filter((x) => x.master_id === c.id)
  const siblings = (c: Category) => (c.master_id === null ? tops : rows.filter((x) => x.master_id === c.master_id))
  /** Puts a category before another of the same level; only what moved is written. */
  const place = async (c: Category, to: number) => {
    const list = siblings(c).filter((x) => x.id !== c.id)
    list.splice(to, 0, c)
    await act(async () => {
      for (const [i, x] of list.entries())
        if (x.order !== i + 1) await call(updateCategory, { params: { id: x.id }, typed: { order: i + 1 } })
      await renewDevice()
    })
  }
  const remove = async (c: Category) => {
    await attempt(async () => {
      await call(deleteCategory, { params: { id: c.id } })
      await renewDevice()
      notify(t('{name} foi excluída.', { name: c.name }))
    }).finally(() => {
      setRemoved(null)
    })
  }
  const row = (c: Category, i: number, all: Category[]) => (
    // Dragging is a shortcut: the arrows do the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      key={c.id}
      aria-level={c.master_id === null ? 1 : 2}
      className={`treerow${c.master_id === null ? '' : ' sub'}${over === c.id && dragged?.id !== c.id ? ' over' : ''}`}
      draggable
      onDragStart={() => setDragged(c)}
      onDragOver={(e) => {
        if (dragged?.master_id !== c.master_id) return
        e.preventDefault()
        setOver(c.id)
      }}
      onDragEnd={() => setOver(0)}
      onDrop={(e) => {
        e.preventDefault()
        setOver(0)
        if (dragged && dragged.master_id === c.master_id) void place(dragged, i)
      }}
    >
      <span className="grip" aria-hidden="true">
        <Icon name="drag" size="s" />
      </span>
      <span className="thumb">
        <Photo path={c.image} />
      </span>
      <span className="grow">
        <button type="button" className="b pname left tap" onClick={() => setEdited(c)}>
          {c.name}
        </button>
        {c.products > 0 ? (
          <Link className="xs tap linklike" href={`/dashboard/products?category=${c.id}&active=1`}>
            {tn(c.products, '{n} produto', '{n} produtos')}
            <span className="sr"> {t('em {name}', { name: c.name })}</span>
          </Link>
        ) : (
          <span className="xs t2 block">{tn(c.products, '{n} produto', '{n} produtos')}</span>
        )}
      </span>
      <UpDown name={c.name} at={i} of={all.length} disabled={busy} onMove={(to) => void place(c, to)} />
      <button
        type="button"
        className="ib"
        aria-label={t('Excluir {name}', { name: c.name })}
        onClick={() => setRemoved(c)}
      >
        <Icon name="bin" size="s" />
      </button>
    </li>
  )
  return (
    <div className="page narrow">
      <div className="head">
        <h1 className="h1">{t('Categorias')}</h1>
        <button type="button" className="btn pri" onClick={() => setEdited('new')}>
          <Icon name="plus" />
          {t('Nova categoria')}
        </button>
      </div>
      {!loaded && !failed && <Loading />}
      {!loaded && failed !== null && (
        <Failed what={t('Não conseguimos carregar as categorias.')} error={failed} retry={() => void renewDevice()} />
      )}
      {loaded && tops.length === 0 && (
        <Empty icon="grid">
          <p>{t('Nenhuma categoria ainda. Elas organizam a vitrine.')}</p>
        </Empty>
      )}
      {!subs && tops.length < rows.length && (
        <p className="note spacedown">
          <span>
            {t('Subcategorias estão desligadas: quem compra vê só as categorias de cima, com todos os produtos.')}{' '}
            <Link href="/dashboard/mycompany?section=precos">{t('Ligar em Sua empresa')}</Link>
          </span>
        </p>
      )}
      {tops.length > 0 && (
        <ul className="panel" aria-label={t('Categorias')}>
          {tops.flatMap((c, i) => [row(c, i, tops), ...subsOf(c).map((s, n, all) => row(s, n, all))])}
        </ul>
      )}
      {edited && <Editor category={edited === 'new' ? null : edited} tops={tops} onClose={() => setEdited(null)} />}
      {removed && (
        <Confirm
          title={t('Excluir {name}?', { name: removed.name })}
          text={[
            t('Os produtos continuam no catálogo, sem esta categoria.'),
            removed.sub_categories.length > 0 &&
              tn(
                removed.sub_categories.length,
                '{n} subcategoria dela passa a ficar na vitrine.',
                '{n} subcategorias dela passam a ficar na vitrine.',
              ),
          ]
            .filter(Boolean)
            .join(' ')}
          danger
          onClose={() => setRemoved(null)}
          onConfirm={() => remove(removed)}
        />
      )}
    </div>
  )
}
function Editor({ category, tops, onClose }: { category: Category | null; tops: Category[]; onClose: () => void }) {
  const [picture, setPicture] = useState<File | null>(null)
  const first = { name: category?.name ?? '', master: String(category?.master_id ?? '') }
  const form = useDialogForm(`category:${category?.id ?? 'new'}`, first, { marked: ['name', 'file'] })
  const { values: v, set, error } = form
  const mayGoBelow = !category || !category.sub_categories.length
  const save = () =>
    form.submit(async () => {
      const files = picture ? { files: { file: [picture] } } : {}
      const saved = category
        ? await call(updateCategory, { params: { id: category.id }, typed: { name: v.name }, ...files })
        : await call(createCategory, { typed: { name: v.name, order: tops.length + 1 }, ...files })
      // Where it stands is written in the category above.
      const old = String(category?.master_id ?? '')
      const list = (id: string) => tops.find((c) => String(c.id) === id)?.sub_categories.map((s) => s.id) ?? []
      if (v.master !== old) {
        if (old)
          await call(updateCategory, {
            params: { id: Number(old) },
            typed: { sub_categories: list(old).filter((x) => x !== saved.id) },
          })
        if (v.master)
          await call(updateCategory, {
            params: { id: Number(v.master) },
            typed: { is_master_category: 1, sub_categories: [...list(v.master), saved.id] },
          })
      }
      await renewDevice()
      notify(t('Salvo.'))
      onClose()
    })
  return (
    <Modal className="dialog" label={category ? category.name : t('Nova categoria')} onClose={onClose}>
      <SubmitForm className="form" onSubmit={() => void save()}>
        <h2>{category ? category.name : t('Nova categoria')}</h2>
        <Field label={t('Nome')} error={error('name')}>
          <input className="in" value={v.name} maxLength={120} onChange={(e) => set('name', e.target.value)} />
        </Field>
        {mayGoBelow && tops.some((c) => c.id !== category?.id) && (
          <Field label={t('Dentro de')} optional>
            <select className="in" value={v.master} onChange={(e) => set('master', e.target.value)}>
              <option value="">{t('Nenhuma: fica na vitrine')}</option>
              {tops
                .filter((c) => c.id !== category?.id)
                .map((c) => (
                  <option key={c.id} value={c.id}>
                    {c.name}
                  </option>
                ))}
            </select>
          </Field>
        )}
        <Field label={t('Imagem')} optional error={error('file')}>
          <PickPicture path={category?.image ?? ''} file={picture} onChoose={setPicture} />
        </Field>
        <Problem words={form.problem} />
        <FormActs busy={form.busy} back={t('Voltar')} onClose={onClose} />
      </SubmitForm>
    </Modal>
  )
}
