import './app/interpreted-schemas';
import './styles/main.css';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './app/App.vue';
import { useFormBackupStore } from './app/form-backup';
import { router } from './app/router';
import { correctKeyboardInput } from './lib/keyboard-input';
import { useStationStore } from './lib/station-store';
import { keepFocus } from './ui/focus';

correctKeyboardInput();
keepFocus();
const pinia = createPinia();
void useStationStore(pinia).start();
const formBackup = useFormBackupStore(pinia);
formBackup.start();
void formBackup.recover();
createApp(App).use(pinia).use(router).mount('#app');
