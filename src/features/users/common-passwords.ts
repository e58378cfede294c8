// Passwords that are tried first: the commonest of 8 characters and more, in English and Portuguese.
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd 12345678
123456789 1234567890 0123456789 987654321 9876543210 87654321 11111111 00000000
88888888 qwertyui qwertyuiop qwerty123 qwerty1234 qwerty12345 1q2w3e4r 1q2w3e4r5t
1qaz2wsx 1qaz2wsx3edc zaq12wsx asdfghjk asdfghjkl zxcvbnm123 abc12345 abcd1234
abcdefgh abcdefghij a1b2c3d4 iloveyou iloveyou1 sunshine princess football
baseball superman trustno1 starwars computer michelle jennifer whatever
welcome1 welcome123 letmein1 letmein123 admin123 admin1234 admin12345 administrador
administrator senha123 senha1234 senha12345 senha123456 minhasenha mudar123 mudar1234
brasil123 brasil1234 flamengo flamengo10 corinthians palmeiras saopaulo cruzeiro
gremio1903 internacional vascodagama botafogo fluminense santos123 teamo123 teamojesus
deusefiel jesuscristo jesus123 jesusteamo amordaminhavida familia123 gabriel123 rafael123
lucas123 felicidade liberdade obrigado123 chocolate borboleta passaro123 cachorro123
gatinho123 12341234 123123123 1231231234 112233445566 121212121212 147258369 159753456
qazwsxedc q1w2e3r4 q1w2e3r4t5 changeme changeme123 default123 teste123 teste1234
teste12345 usuario123 vendedor123 cliente123 catalogo123 loja1234 pedido123 empresa123
monkey123 dragon123 master123 shadow123 hello123 charlie1 samsung1 google123
internet nintendo pokemon123 batman123 mustang1 harley123 hunter123 ranger123
thomas123 soccer123 killer123 jordan23 pepper123 daniel123 andrew123 joshua123
matthew1 liverpool chelsea123 arsenal123 barcelona realmadrid juventus1 metallica
slipknot nirvana123 blink182 spiderman ironman123 naruto123 dragonball minecraft
fortnite12 counterstrike`.split(/\s+/),
)
