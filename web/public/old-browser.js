// For browsers older than those that are supported: plain ES5, without modules.
(function () {
  var language = '';
  try {
    language = localStorage.getItem('language') || '';
  } catch (error) {
    // Storage that is switched off; the browser's own language is left.
  }
  language = language || navigator.language || '';
  var isTurkish = language.toLowerCase().indexOf('tr') >= 0;
  function show() {
    var text = document.createElement('p');
    text.id = 'old-browser';
    text.setAttribute('role', 'alert');
    text.lang = isTurkish ? 'tr' : 'en';
    text.style.cssText =
      'margin:0;padding:16px 20px;background:#7c4f08;color:#fff;font:600 16px/1.5 system-ui,sans-serif';
    text.appendChild(
      document.createTextNode(
        isTurkish
          ? 'Tarayıcınız bu site için çok eski. Lütfen güncelleyin ya da Chrome 109, Firefox 115, Safari 16.4 veya daha yeni bir tarayıcı kullanın.'
          : 'Your browser is too old for this site. Please update it, or use Chrome 109, Firefox 115, Safari 16.4 or a newer one.',
      ),
    );
    document.body.insertBefore(text, document.body.firstChild);
  }
  if (document.body) show();
  else document.addEventListener('DOMContentLoaded', show);
})();
