# Co říká brána stránky, když odpovědět nemůže.

page-away = Server neodpovídá
page-number = „{ $name }“ musí být číslo
page-viewer = „{ $name }“ smí být jen { $allowed }
page-host = Pod jménem „{ $host }“ tu žádná stránka není; jméno přidá { $option }
