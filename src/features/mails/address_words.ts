// What mails about an address say: whether it wants mails, and several of them in one; in the reader's language.
import type { Language, Words } from './languages.ts'

export type AddressTemplate = 'confirm_address' | 'joined'
export const ADDRESS_WORDS: Record<AddressTemplate, Record<Language, Words>> = {
  confirm_address: {
    pt: {
      subject: 'Confirme este endereço',
      lines: [
        '{company} informou este endereço para receber e-mails de pedidos, cobranças ou avisos.',
        'Se este endereço é seu e você quer recebê-los, abra o link em até 3 dias e toque em Confirmar.',
      ],
      button: 'Abrir a confirmação',
      after: 'Se você não conhece a empresa, ignore esta mensagem: nada mais virá por causa deste pedido.',
    },
    en: {
      subject: 'Confirm this address',
      lines: [
        '{company} gave this address to receive e-mails about orders, invoices or notices.',
        'If the address is yours and you want them, open the link within 3 days and tap Confirm.',
      ],
      button: 'Open the confirmation',
      after: 'If you do not know the company, ignore this message: nothing else will come because of it.',
    },
    fr: {
      subject: 'Confirmez cette adresse',
      lines: [
        '{company} a indiqué cette adresse pour recevoir des e-mails de commandes, de factures ou d’avis.',
        'Si l’adresse est la vôtre et que vous les voulez, ouvrez le lien sous 3 jours et touchez Confirmer.',
      ],
      button: 'Ouvrir la confirmation',
      after: 'Si vous ne connaissez pas l’entreprise, ignorez ce message : rien d’autre ne viendra de cette demande.',
    },
  },
  joined: {
    pt: {
      subject: 'E-mails de {company}, em um só',
      lines: ['Foram mais e-mails do que o limite do dia, por isso estes vêm juntos. Cada linha leva ao seu.'],
    },
    en: {
      subject: 'E-mails from {company}, in one',
      lines: ['There were more e-mails than the limit of a day, so these come together. Each line leads to its own.'],
    },
    fr: {
      subject: 'E-mails de {company}, en un seul',
      lines: [
        'Il y a eu plus d’e-mails que la limite du jour, ceux-ci viennent donc ensemble. Chaque ligne mène au sien.',
      ],
    },
  },
}
