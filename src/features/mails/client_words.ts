// Mails to a client about quotes and orders.
import type { Language, Words } from './languages.ts'

export type ClientTemplate = 'quote' | 'order_changed'

export const CLIENT_WORDS: Record<ClientTemplate, Record<Language, Words>> = {
  quote: {
    pt: {
      subject: 'Orçamento {number} de {company}',
      lines: ['Olá, {name}.', '{from} preparou este orçamento para você. Ele vale até {until}.', '{said}'],
      button: 'Ver e responder',
      after:
        'Você responde pelo link, sem senha: aceite, recuse, mude quantidades ou pergunte. Quem tem o link responde por você.',
    },
    en: {
      subject: 'Quote {number} from {company}',
      lines: ['Hello, {name}.', '{from} prepared this quote for you. It holds until {until}.', '{said}'],
      button: 'See and answer',
      after:
        'You answer by the link, without a password: accept, refuse, change quantities or ask. Whoever has the link answers for you.',
    },
    fr: {
      subject: 'Devis {number} de {company}',
      lines: ['Bonjour {name},', '{from} a préparé ce devis pour vous. Il est valable jusqu’au {until}.', '{said}'],
      button: 'Voir et répondre',
      after:
        'Vous répondez par le lien, sans mot de passe : accepter, refuser, changer les quantités ou demander. Qui a le lien répond pour vous.',
    },
  },
  order_changed: {
    pt: {
      subject: 'Pedido {number} de {company} mudou',
      lines: ['Olá, {name}.', '{from} mudou este pedido. Ele ficou assim:'],
      button: 'Abrir o pedido',
      after: 'Se não foi o combinado, fale com {from}.',
    },
    en: {
      subject: 'Order {number} from {company} changed',
      lines: ['Hello, {name}.', '{from} changed this order. It is now:'],
      button: 'Open the order',
      after: 'If this is not what you agreed on, talk to {from}.',
    },
    fr: {
      subject: 'La commande {number} de {company} a changé',
      lines: ['Bonjour {name},', '{from} a modifié cette commande. La voici :'],
      button: 'Ouvrir la commande',
      after: 'Si ce n’est pas ce qui était convenu, parlez à {from}.',
    },
  },
}
