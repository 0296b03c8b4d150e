/** Text for readers who open an archive without Vitrin. */
export function readmeText({ username, madeAt }: { username: string; madeAt: string }): string {
  return `Vitrin: everything from ${username}
Made at ${madeAt} (UTC)

This archive holds everything that ${username} has in an installation of Vitrin.

  files/           every file as it was uploaded, by project and version
  pictures/        the pictures of descriptions
  receipts/        the receipts of deliveries, which prove what was delivered when; they stay valid:
                   npm run verify-receipt -- FILE
  logo.png         the logo, where there is one
  data.jsonl       projects, milestones, versions, clients and their activity: a line of JSON for each
  manifest.json    what is in here, with a checksum (SHA-256) of each entry

It contains no passwords and nothing that would log anyone in.

To import all of it into another installation, log in there, open your account, and choose this archive as it is
under "Export and import". Do not extract it and pack it again.

---------------------------------------------------------------------------------------------------------------

Vitrin: ${username} kullanıcısının her şeyi
Oluşturulma: ${madeAt} (UTC)

Bu arşiv, ${username} kullanıcısının bir Vitrin kurulumundaki her şeyini içerir.

  files/           projelere ve sürümlere göre, yüklendiği hâliyle bütün dosyalar
  pictures/        açıklamalardaki görseller
  receipts/        neyin ne zaman teslim edildiğini kanıtlayan teslim belgeleri; geçerli kalırlar:
                   npm run verify-receipt -- DOSYA
  logo.png         varsa logo
  data.jsonl       projeler, aşamalar, sürümler, müşteriler ve yaptıkları: her biri için bir satır JSON
  manifest.json    içindekiler ve her birinin sağlaması (SHA-256)

Burada hiçbir parola ve kimsenin oturumunu açacak hiçbir şey yoktur.

Hepsini başka bir kuruluma aktarmak için orada oturum açın, hesabınızı açın ve bu arşivi olduğu gibi "Dışa ve içe
aktarma" altında seçin. Açıp yeniden sıkıştırmayın.
`;
}
