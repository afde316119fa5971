# What the gateway of the page says where it cannot answer.

page-away = The server is away
page-number = “{ $name }” must be a number
page-viewer = “{ $name }” must be { $allowed }
page-host = There is no page under the name “{ $host }” here; { $option } adds a name
