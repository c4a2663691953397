// Before the first paint: the theme that this browser was told to use. A file, because the page allows no inline script.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // A browser that keeps nothing follows the system.
  }
})();
