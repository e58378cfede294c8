// What mails say, in the reader's language. {name} is filled from a mail's params; rows and the
// button's address come beside.
import { ADDRESS_WORDS, type AddressTemplate } from './address_words.ts'
import { BILLING_WORDS, type BillingTemplate } from './billing_words.ts'
import { CLIENT_WORDS, type ClientTemplate } from './client_words.ts'
import { OPERATOR_WORDS, type OperatorTemplate } from './operator_words.ts'
import type { Language, Words } from './languages.ts'
import { TRIAL_WORDS, type TrialTemplate } from './trial_words.ts'

export type Template =
  | 'order'
  | ClientTemplate
  | 'portfolio'
  | 'prices'
  | 'link_stopped'
  | 'run_held'
  | 'notices'
  | 'password'
  | 'passwords'
  | 'email_changed'
  | AddressTemplate
  | TrialTemplate
  | BillingTemplate
  | 'proposal'
  | OperatorTemplate

/** The link to what a mail is about as PDF. */
export const PAPER: Record<Language, string> = {
  pt: 'Baixar em PDF',
  en: 'Download as PDF',
  fr: 'Télécharger en PDF',
}
export const WORDS: Record<Template, Record<Language, Words>> = {
  ...ADDRESS_WORDS,
  ...BILLING_WORDS,
  ...OPERATOR_WORDS,
  ...CLIENT_WORDS,
  ...TRIAL_WORDS,
  order: {
    pt: {
      subject: 'Pedido {number} de {name}',
      lines: ['{company} recebeu um pedido pelo catálogo.'],
      button: 'Abrir o pedido',
    },
    en: {
      subject: 'Order {number} from {name}',
      lines: ['{company} received an order through the catalogue.'],
      button: 'Open the order',
    },
    fr: {
      subject: 'Commande {number} de {name}',
      lines: ['{company} a reçu une commande par le catalogue.'],
      button: 'Ouvrir la commande',
    },
  },
  portfolio: {
    pt: {
      subject: 'Pedido {number} de {name}, da sua carteira, pelo link de {seller}',
      lines: [
        'Olá, {own}.',
        '{name} é da sua carteira em {company} e fez o pedido {number} pelo link de {seller}.',
        'O pedido ficou com {seller}. Se era para ser seu, fale com quem administra o catálogo.',
      ],
    },
    en: {
      subject: 'Order {number} from {name}, a client of yours, through the link of {seller}',
      lines: [
        'Hello, {own}.',
        '{name} is a client of yours at {company} and placed order {number} through the link of {seller}.',
        'The order is with {seller}. If it should be yours, talk to whoever runs the catalogue.',
      ],
    },
    fr: {
      subject: 'Commande {number} de {name}, de votre portefeuille, par le lien de {seller}',
      lines: [
        'Bonjour, {own}.',
        '{name} fait partie de votre portefeuille chez {company} et a passé la commande {number} par le lien de {seller}.',
        'La commande revient à {seller}. Si elle devait être la vôtre, parlez à qui gère le catalogue.',
      ],
    },
  },
  prices: {
    pt: {
      subject: '{name} pede para ver os preços',
      lines: ['Responda com um toque na tela de usuários.'],
      button: 'Responder',
    },
    en: { subject: '{name} asks to see prices', lines: ['Answer with one tap on the users screen.'], button: 'Answer' },
    fr: {
      subject: '{name} demande à voir les prix',
      lines: ['Répondez d’un geste dans l’écran des utilisateurs.'],
      button: 'Répondre',
    },
  },
  link_stopped: {
    pt: {
      subject: 'O catálogo parou de acompanhar o {system}',
      lines: ['{problem}', 'Até lá, produtos, preços e estoque ficam como estão e nenhum pedido vai para lá.'],
      button: 'Resolver',
    },
    en: {
      subject: 'The catalogue no longer follows {system}',
      lines: ['{problem}', 'Until then, products, prices and stock stay as they are and no order goes there.'],
      button: 'Fix it',
    },
    fr: {
      subject: 'Le catalogue ne suit plus {system}',
      lines: ['{problem}', 'D’ici là, produits, prix et stock restent tels quels et aucune commande n’y part.'],
      button: 'Résoudre',
    },
  },
  run_held: {
    pt: {
      subject: 'A atualização do {system} espera sua decisão',
      lines: [
        'A última atualização do {system} tiraria preço, estoque ou visibilidade de {products} dos {of} produtos.',
        'Ficariam sem preço: {price}. Sem estoque: {stock}. Fora do catálogo: {visibility}.',
        'Nada foi gravado. Confira o {system} e escolha: aplicar assim mesmo ou descartar.',
      ],
      button: 'Ver e decidir',
    },
    en: {
      subject: 'The update from {system} waits for your decision',
      lines: [
        'The last update from {system} would take price, stock or visibility from {products} of {of} products.',
        'Without a price: {price}. Without stock: {stock}. Out of the catalogue: {visibility}.',
        'Nothing was written. Check {system} and choose: apply anyway or discard.',
      ],
      button: 'See and decide',
    },
    fr: {
      subject: 'La mise à jour de {system} attend votre décision',
      lines: [
        'La dernière mise à jour de {system} retirerait le prix, le stock ou la visibilité de {products} produits sur {of}.',
        'Sans prix : {price}. Sans stock : {stock}. Hors du catalogue : {visibility}.',
        'Rien n’a été écrit. Vérifiez {system} et choisissez : appliquer quand même ou ignorer.',
      ],
      button: 'Voir et décider',
    },
  },
  notices: {
    pt: {
      subject: '{what} ({company})',
      lines: ['Nenhum aparelho seu recebeu este aviso, por isso ele vem por e-mail.'],
      button: 'Abrir',
      after: 'Em “Neste aparelho” você ativa os avisos no celular e escolhe os assuntos e as horas de silêncio.',
    },
    en: {
      subject: '{what}, {company}',
      lines: ['None of your devices took this notice, so it comes by e-mail.'],
      button: 'Open',
      after: 'Under “On this device” you turn notices on and choose subjects and quiet hours.',
    },
    fr: {
      subject: '{what} – {company}',
      lines: ['Aucun de vos appareils n’a reçu cet avis, il vient donc par e-mail.'],
      button: 'Ouvrir',
      after: 'Dans « Sur cet appareil », vous activez les avis et choisissez les sujets et les heures de silence.',
    },
  },
  passwords: {
    pt: {
      subject: 'Criar outra senha',
      lines: [
        'Olá, {name}.',
        'Alguém pediu para trocar a senha deste e-mail, que entra em mais de uma empresa. Abra o link da empresa em até 1 hora:',
      ],
      after:
        'Se não foi você, ignore esta mensagem: suas senhas continuam as mesmas. Empresas que você não conhece não entram na sua conta.',
    },
    en: {
      subject: 'Choose another password',
      lines: [
        'Hello, {name}.',
        'Somebody asked to change the password of this e-mail, which signs in at more than one company. Open the link of the company within 1 hour:',
      ],
      after:
        'If it was not you, ignore this message: your passwords stay as they are. Companies that you do not know have no access to your account.',
    },
    fr: {
      subject: 'Choisir un autre mot de passe',
      lines: [
        'Bonjour, {name}.',
        'Quelqu’un a demandé de changer le mot de passe de cet e-mail, qui se connecte à plusieurs entreprises. Ouvrez le lien de l’entreprise dans l’heure :',
      ],
      after:
        'Si ce n’était pas vous, ignorez ce message : vos mots de passe restent les mêmes. Les entreprises que vous ne connaissez pas n’ont pas accès à votre compte.',
    },
  },
  email_changed: {
    pt: {
      subject: 'O e-mail do seu acesso em {company} mudou',
      lines: ['Olá, {name}.', 'Seu acesso em {company} passou a usar outro e-mail. Este endereço não entra mais.'],
      after: 'Se você não pediu isso, fale com {company}.',
    },
    en: {
      subject: 'The e-mail of your account at {company} changed',
      lines: ['Hello, {name}.', 'Your account at {company} now uses another e-mail. This address no longer signs in.'],
      after: 'If you did not ask for this, talk to {company}.',
    },
    fr: {
      subject: 'L’e-mail de votre accès chez {company} a changé',
      lines: [
        'Bonjour, {name}.',
        'Votre accès chez {company} utilise un autre e-mail. Cette adresse n’ouvre plus rien.',
      ],
      after: 'Si vous ne l’avez pas demandé, parlez à {company}.',
    },
  },
  password: {
    pt: {
      subject: 'Criar outra senha',
      lines: [
        'Olá, {name}.',
        'Alguém pediu para trocar a sua senha em {company}. Para criar outra, abra este link em até 1 hora:',
      ],
      button: 'Criar outra senha',
      after: 'Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
    },
    en: {
      subject: 'Choose another password',
      lines: [
        'Hello, {name}.',
        'Somebody asked to change your password at {company}. To choose another, open this link within 1 hour:',
      ],
      button: 'Choose a password',
      after: 'If it was not you, ignore this message: your password stays as it is.',
    },
    fr: {
      subject: 'Choisir un autre mot de passe',
      lines: [
        'Bonjour, {name}.',
        'Quelqu’un a demandé à changer votre mot de passe chez {company}. Pour en choisir un autre, ouvrez ce lien dans l’heure :',
      ],
      button: 'Choisir un mot de passe',
      after: 'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste le même.',
    },
  },
  proposal: {
    pt: {
      subject: 'Proposta para {name}: plano {plan}',
      lines: ['{consultant} preparou uma proposta para você. Ela vale até {until}.'],
      button: 'Ver a proposta',
    },
    en: {
      subject: 'Proposal for {name}: {plan} plan',
      lines: ['{consultant} prepared a proposal for you. It is valid until {until}.'],
      button: 'See the proposal',
    },
    fr: {
      subject: 'Proposition pour {name} : forfait {plan}',
      lines: ['{consultant} a préparé une proposition pour vous. Elle est valable jusqu’au {until}.'],
      button: 'Voir la proposition',
    },
  },
}
