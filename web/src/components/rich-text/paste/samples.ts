/** Clipboards of programs, shortened to the parts that matter. */

/** Excel 365 on Windows: style sheet in the head, comments inside the table. */
export const EXCEL = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Excel 15">
<style><!--table {mso-displayed-decimal-separator:",";} .xl65 {text-align:right;} --></style></head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'>
<!--StartFragment-->
 <col width=64 span=3 style='width:48pt'>
 <tr height=20 style='height:15.0pt'>
  <td height=20 width=64 style='height:15.0pt;width:48pt'>Logo</td>
  <td align=right width=64 style='width:48pt'>1</td>
  <td class=xl65 align=right width=64 style='width:48pt'>12.000</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 style='height:15.0pt'>Web sitesi</td>
  <td align=right>2</td>
  <td class=xl65 align=right>48.500</td>
 </tr>
 <tr height=20>
  <td height=20 colspan=2 style='mso-ignore:colspan'>Toplam</td>
  <td class=xl65 align=right>60.500</td>
 </tr>
<!--EndFragment-->
</table></body></html>`;

/** Google Sheets. */
export const SHEETS = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;font-weight:bold;" data-sheets-value="{}">Kalem</td><td style="overflow:hidden;" data-sheets-value="{}">Tutar</td></tr><tr style="height:21px;"><td>Logo<br/>(iki öneri)</td><td data-sheets-numberformat="{}">12.000</td></tr></tbody></table>`;

const BULLET = (mark: string, spaces: number) =>
  `<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>${'&nbsp;'.repeat(spaces)} </span></span></span><![endif]>`;

/** Word 365 on Windows: a paragraph, a list of two levels, a blank line, a numbered list that begins with 3. */
export const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- @list l0:level1 {mso-level-number-format:bullet;} p.MsoNormal {margin:0cm;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=TR><!--StartFragment-->
<p class=MsoNormal>Teslim
edilecekler:<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>${BULLET('·', 8)}Logo, <b>üç</b> öneri<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'>${BULLET('o', 3)}Renkli<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>${BULLET('·', 8)}Kartvizit<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'>${BULLET('3.', 6)}Onay<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'>${BULLET('4.', 6)}Teslim<o:p></o:p></p>
<!--EndFragment--></body></html>`;

/** Text of WORD as Safari pastes it: without Office styles. */
export const WORD_IN_SAFARI = `<meta charset="UTF-8"><p class="MsoListParagraphCxSpFirst" style="margin: 0cm 0cm 0cm 36pt; text-indent: -18pt;"><span style="font-family: Symbol;"><span>·<span style="font-style: normal;">&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;<span>&nbsp;</span></span></span></span>Logo</p><p class="MsoListParagraphCxSpLast" style="margin: 0cm 0cm 8pt 36pt;"><span style="font-family: Symbol;"><span>·<span>&nbsp;&nbsp;&nbsp;&nbsp;<span>&nbsp;</span></span></span></span>Kartvizit</p>`;

/** Word Online: a list of one item for each line. */
export const WORD_ONLINE = `<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1"><span class="TextRun SCXW1" style="font-weight:bold"><span class="NormalTextRun SCXW1">Teslim</span></span><span class="EOP SCXW1">&nbsp;</span></p></div><div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1 SCXW1" role="list"><li data-leveltext="" data-aria-level="1" role="listitem" class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1"><span class="TextRun SCXW1">Logo</span></p></li></ul></div><div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle2 SCXW1" role="list"><li data-leveltext="o" data-aria-level="2" role="listitem" class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1"><span class="TextRun SCXW1">Renkli</span></p></li></ul></div>`;

/** Google Docs: everything in a `b` of normal weight, nested lists between items, blank lines as `br`. */
export const DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0b1c"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">Merhaba </span><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">Elif</span><span style="font-size:6.6pt;font-weight:400;vertical-align:super;white-space:pre-wrap;">2</span></p><br /><ul style="margin-top:0;margin-bottom:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" style="margin-top:0pt;" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">Logo</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="white-space:pre-wrap;">Renkli</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="white-space:pre-wrap;">Kartvizit</span></p></li></ul></b><br class="Apple-interchange-newline">`;

/** Gmail, copied in Chrome. */
export const GMAIL = `<meta charset='utf-8'><div style="color: rgb(34, 34, 34); font-family: Arial; font-size: small; font-weight: 400; white-space: normal;">Merhaba,</div><div style="color: rgb(34, 34, 34);"><br></div><div style="color: rgb(34, 34, 34);">Dosyalar&nbsp;<b>hazır</b>.</div><div style="color: rgb(34, 34, 34);">Selamlar <img data-emoji="🎉" class="an1" alt="🎉" aria-label="🎉" src="https://fonts.gstatic.com/s/e/notoemoji/15.0/1f389/32.png" loading="lazy"></div><br class="Apple-interchange-newline">`;

/** Outlook on the web. */
export const OUTLOOK = `<div class="elementToProof" style="font-family: Aptos, Calibri; font-size: 12pt; color: rgb(0, 0, 0);">Merhaba,</div><div class="elementToProof" style="font-size: 12pt;"><br></div><ul data-editing-info="{}"><li style="font-size: 12pt;"><div class="elementToProof">Logo</div></li><li><div class="elementToProof">Kartvizit</div></li></ul><div class="elementToProof">Site: www.ornek.com</div>`;

/** Notion. */
export const NOTION = `<meta charset='utf-8'><!-- notionvc: 6f0c --><h2>Teslim</h2>
<p>Merhaba</p>
<ul>
<li>Logo
<ul>
<li>Renkli</li>
</ul>
</li>
</ul>
<table>
<thead>
<tr>
<th>Kalem</th>
<th>Tutar</th>
</tr>
</thead>
<tbody>
<tr>
<td>Logo</td>
<td>12.000</td>
</tr>
</tbody>
</table>`;
