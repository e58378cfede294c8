// What mails say, in the reader's language. {name} is filled from a mail's params; rows and the button's address come beside.
import { BILLING_WORDS, type BillingTemplate } from './billing_words.ts'
import { OPERATOR_WORDS, type OperatorTemplate } from './operator_words.ts'

export type Language = 'pt' | 'en' | 'fr'
export const LANGUAGES: Language[] = ['pt', 'en', 'fr']
export type Template =
  | 'order'
  | 'portfolio'
  | 'prices'
  | 'link_stopped'
  | 'password'
  | 'welcome'
  | 'trial_13'
  | 'trial_7'
  | 'trial_5'
  | 'trial_1'
  | 'trial_0'
  | 'keep_15'
  | 'keep_5'
  | BillingTemplate
  | 'proposal'
  | OperatorTemplate

export interface Words {
  subject: string
  lines: string[]
  button?: string
  /** Below the button, smaller. */
  after?: string
}
export const WORDS: Record<Template, Record<Language, Words>> = {
  ...BILLING_WORDS,
  ...OPERATOR_WORDS,
  order: {
    pt: { subject: 'Pedido {number} de {name}', lines: ['{company} recebeu um pedido pelo catálogo.'], button: 'Abrir o pedido' },
    en: { subject: 'Order {number} from {name}', lines: ['{company} received an order through the catalogue.'], button: 'Open the order' },
    fr: { subject: 'Commande {number} de {name}', lines: ['{company} a reçu une commande par le catalogue.'], button: 'Ouvrir la commande' },
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
    pt: { subject: '{name} pede para ver os preços', lines: ['Responda com um toque na tela de usuários.'], button: 'Responder' },
    en: { subject: '{name} asks to see prices', lines: ['Answer with one tap on the users screen.'], button: 'Answer' },
    fr: { subject: '{name} demande à voir les prix', lines: ['Répondez d’un geste dans l’écran des utilisateurs.'], button: 'Répondre' },
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
  password: {
    pt: {
      subject: 'Criar outra senha',
      lines: ['Olá, {name}.', 'Alguém pediu para trocar a sua senha em {company}. Para criar outra, abra este link em até 1 hora:'],
      button: 'Criar outra senha',
      after: 'Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
    },
    en: {
      subject: 'Choose another password',
      lines: ['Hello, {name}.', 'Somebody asked to change your password at {company}. To choose another, open this link within 1 hour:'],
      button: 'Choose a password',
      after: 'If it was not you, ignore this message: your password stays as it is.',
    },
    fr: {
      subject: 'Choisir un autre mot de passe',
      lines: ['Bonjour, {name}.', 'Quelqu’un a demandé à changer votre mot de passe chez {company}. Pour en choisir un autre, ouvrez ce lien dans l’heure :'],
      button: 'Choisir un mot de passe',
      after: 'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste le même.',
    },
  },
  welcome: {
    pt: {
      subject: 'O catálogo de {company} está no ar',
      lines: ['Olá, {name}.', 'Seu catálogo já tem endereço e pode ser enviado agora mesmo pelo WhatsApp: {link}', 'O teste vai até {until}. Até lá, tudo é seu para usar.'],
      button: 'Abrir meu catálogo',
    },
    en: {
      subject: 'The catalogue of {company} is live',
      lines: [
        'Hello, {name}.',
        'Your catalogue has its own address, ready to be sent on WhatsApp: {link}',
        'Your trial runs until {until}. Until then, everything is yours to use.',
      ],
      button: 'Open my catalogue',
    },
    fr: {
      subject: 'Le catalogue de {company} est en ligne',
      lines: ['Bonjour, {name}.', 'Votre catalogue a son adresse, prête à être envoyée par WhatsApp : {link}', 'L’essai dure jusqu’au {until}. D’ici là, tout est à vous.'],
      button: 'Ouvrir mon catalogue',
    },
  },
  trial_13: {
    pt: {
      subject: 'Seu catálogo está no ar: restam {left} dias de teste',
      lines: ['O catálogo de {company} está recebendo visitas.', 'Assine quando quiser; nada se perde.'],
      button: 'Assinar',
    },
    en: {
      subject: 'Your catalogue is live: {left} days of trial left',
      lines: ['The catalogue of {company} is receiving visits.', 'Subscribe whenever you like; nothing is lost.'],
      button: 'Subscribe',
    },
    fr: {
      subject: 'Votre catalogue est en ligne : {left} jours d’essai restants',
      lines: ['Le catalogue de {company} reçoit des visites.', 'Abonnez-vous quand vous voulez ; rien ne se perd.'],
      button: 'S’abonner',
    },
  },
  trial_7: {
    pt: {
      subject: 'Seu período de teste terminou',
      lines: ['O catálogo de {company} continua guardado.', 'Pague para reativar e continuar recebendo pedidos.'],
      button: 'Reativar',
    },
    en: { subject: 'Your trial has ended', lines: ['The catalogue of {company} is kept.', 'Pay to reactivate it and go on receiving orders.'], button: 'Reactivate' },
    fr: {
      subject: 'Votre période d’essai est terminée',
      lines: ['Le catalogue de {company} est conservé.', 'Payez pour le réactiver et continuer à recevoir des commandes.'],
      button: 'Réactiver',
    },
  },
  trial_5: {
    pt: {
      subject: 'O catálogo de {company} sai do ar em {days} dias',
      lines: ['Em {until} as visitas deixam de abrir o catálogo.', 'Assine para manter tudo como está, ou baixe os seus dados.'],
      button: 'Salvar meu catálogo',
    },
    en: {
      subject: 'The catalogue of {company} goes offline in {days} days',
      lines: ['From {until} on visitors can no longer open it.', 'Subscribe to keep everything as it is, or download your data.'],
      button: 'Save my catalogue',
    },
    fr: {
      subject: 'Le catalogue de {company} sera hors ligne dans {days} jours',
      lines: ['À partir du {until} les visiteurs ne pourront plus l’ouvrir.', 'Abonnez-vous pour tout garder, ou téléchargez vos données.'],
      button: 'Garder mon catalogue',
    },
  },
  trial_1: {
    pt: {
      subject: 'Amanhã o catálogo de {company} sai do ar',
      lines: ['É o último dia inteiro do teste.', 'Assine hoje e nada muda para quem compra de você.'],
      button: 'Salvar meu catálogo',
    },
    en: {
      subject: 'Tomorrow the catalogue of {company} goes offline',
      lines: ['This is the last full day of your trial.', 'Subscribe today and nothing changes for your customers.'],
      button: 'Save my catalogue',
    },
    fr: {
      subject: 'Demain le catalogue de {company} sera hors ligne',
      lines: ['C’est le dernier jour entier de l’essai.', 'Abonnez-vous aujourd’hui et rien ne change pour vos clients.'],
      button: 'Garder mon catalogue',
    },
  },
  trial_0: {
    pt: {
      subject: 'Hoje termina o teste de {company}',
      lines: ['Amanhã o catálogo fecha para visitas.', 'Produtos, fotos e pedidos ficam guardados por mais 30 dias; você pode baixar tudo ou assinar nesse tempo.'],
      button: 'Assinar',
    },
    en: {
      subject: 'The trial of {company} ends today',
      lines: ['Tomorrow the catalogue closes for visitors.', 'Products, photos and orders are kept for 30 more days; you can download everything or subscribe meanwhile.'],
      button: 'Subscribe',
    },
    fr: {
      subject: 'L’essai de {company} se termine aujourd’hui',
      lines: ['Demain le catalogue ferme aux visiteurs.', 'Produits, photos et commandes sont gardés 30 jours de plus ; vous pouvez tout télécharger ou vous abonner d’ici là.'],
      button: 'S’abonner',
    },
  },
  keep_15: {
    pt: {
      subject: 'Faltam 15 dias para a exclusão do catálogo de {company}',
      lines: ['Produtos, fotos e pedidos ainda estão guardados.', 'Assine para trazer tudo de volta, ou baixe os seus dados.'],
      button: 'Impedir a exclusão',
    },
    en: {
      subject: '15 days until the catalogue of {company} is deleted',
      lines: ['Products, photos and orders are still kept.', 'Subscribe to bring everything back, or download your data.'],
      button: 'Stop the deletion',
    },
    fr: {
      subject: '15 jours avant la suppression du catalogue de {company}',
      lines: ['Produits, photos et commandes sont encore gardés.', 'Abonnez-vous pour tout retrouver, ou téléchargez vos données.'],
      button: 'Empêcher la suppression',
    },
  },
  keep_5: {
    pt: {
      subject: 'Último aviso: o catálogo de {company} será excluído em 5 dias',
      lines: ['Depois disso, fotos, produtos e pedidos não voltam.', 'Ainda dá tempo de guardar tudo.'],
      button: 'Impedir a exclusão',
    },
    en: {
      subject: 'Last warning: the catalogue of {company} is deleted in 5 days',
      lines: ['After that, photos, products and orders do not come back.', 'There is still time to keep everything.'],
      button: 'Stop the deletion',
    },
    fr: {
      subject: 'Dernier avis : le catalogue de {company} sera supprimé dans 5 jours',
      lines: ['Ensuite, photos, produits et commandes ne reviennent pas.', 'Il est encore temps de tout garder.'],
      button: 'Empêcher la suppression',
    },
  },
  proposal: {
    pt: { subject: 'Proposta para {name}: plano {plan}', lines: ['{consultant} preparou uma proposta para você. Ela vale até {until}.'], button: 'Ver a proposta' },
    en: { subject: 'Proposal for {name}: {plan} plan', lines: ['{consultant} prepared a proposal for you. It is valid until {until}.'], button: 'See the proposal' },
    fr: {
      subject: 'Proposition pour {name} : forfait {plan}',
      lines: ['{consultant} a préparé une proposition pour vous. Elle est valable jusqu’au {until}.'],
      button: 'Voir la proposition',
    },
  },
}
